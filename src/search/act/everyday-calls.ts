// Calls that agents make every day in a project of one kind, by which a trigger is judged too wide. Written by hand, one of
// a sort in about the numbers in which ordinary work has them; of nobody's logs. Only calls that act.

interface EverydayCalls {
  readonly runs: readonly string[]
  /** Files with a line that is added. */
  readonly edits: readonly (readonly [file: string, added: string])[]
  /** The same of files that are written whole. */
  readonly writes: readonly (readonly [file: string, added: string])[]
}

/** In projects of every kind. */
const COMMON: EverydayCalls = {
  runs: [
    'git add -A',
    'git add README.md',
    'git commit -m "Fix the total"',
    'git commit -m "Add a test"',
    'git push',
    'git checkout -b fix/total',
    'git stash',
    'git pull --rebase',
    'mkdir -p docs/notes',
    'rm -rf tmp/out',
    'mv tmp/a.csv tmp/b.csv',
    'cp .env.example .env',
    'chmod +x scripts/check.sh',
    'curl -X POST http://localhost:3000/login',
    'docker compose up -d',
    './scripts/check.sh',
  ],
  edits: [
    ['README.md', '## Use'],
    ['CHANGELOG.md', '- A fix'],
    ['.gitignore', 'tmp/'],
    ['.github/workflows/check.yml', '      - run: ./scripts/check.sh'],
    ['scripts/check.sh', 'set -eu'],
  ],
  writes: [['docs/notes/plan.md', '# Plan']],
}

const TYPESCRIPT: EverydayCalls = {
  runs: [
    'npm install',
    'npm test',
    'npm test -- cart',
    'npm run build',
    'npm run lint',
    'npm run dev',
    'npx vitest run src/cart',
    'npx tsc --noEmit',
    'npx prettier --write src',
    'node scripts/links.mjs',
    'node dist/main.js',
  ],
  edits: [
    ['src/cart/total.ts', '  return items.reduce((sum, item) => sum + item.cents, 0)'],
    ['src/cart/total.ts', '  if (items.length === 0) return 0'],
    ['src/cart/reducer.ts', "    case 'add-many':"],
    ['src/cart/reducer.ts', '      return { ...state, items }'],
    ['src/components/Badge.tsx', '  return <span className="badge">{label}</span>'],
    ['src/components/List.tsx', "import { Badge } from './Badge'"],
    ['src/lib/slug.ts', 'export const slug = (text: string) => text.trim()'],
    ['src/server/orders.ts', '  const order = await orders.find(id)'],
    ['src/server/orders.ts', "  if (!order) throw new Error('No such order')"],
    ['src/server/routes.ts', "router.get('/orders', list)"],
    ['src/cart/total.test.ts', '  expect(total([])).toBe(0)'],
    ['src/server/orders.test.ts', "test('finds an order', async () => {"],
    ['tests/checkout.spec.ts', "  await page.click('text=Pay')"],
    ['package.json', '    "check": "tsc --noEmit",'],
    ['tsconfig.json', '    "strict": true,'],
  ],
  writes: [
    ['src/features/gift/types.ts', 'export interface Gift { id: string }'],
    ['src/features/gift/copy.ts', "export const title = 'Gift'"],
    ['src/features/gift/gift.test.ts', "import { expect, test } from 'vitest'"],
  ],
}

const PYTHON: EverydayCalls = {
  runs: [
    'pip install -e .',
    'uv sync',
    'pytest -q',
    'pytest tests/test_entry.py',
    'python -m pytest -x',
    'python manage.py migrate',
    'python scripts/load.py',
    'ruff check --fix .',
    'ruff format src',
    'mypy src',
    'alembic upgrade head',
  ],
  edits: [
    ['src/ledger/fx.py', '    if rate is None or rate <= 0:'],
    ['src/ledger/fx.py', '        raise ValueError("no rate")'],
    ['src/ledger/models/account.py', '    name: Mapped[str] = mapped_column(String(80))'],
    ['src/ledger/models/entry.py', 'class Entry(Base):'],
    ['src/ledger/api/entries.py', 'def entries(limit: int = 100) -> list[Entry]:'],
    ['src/ledger/api/entries.py', '    return session.scalars(query).all()'],
    ['src/ledger/api/users.py', '@router.get("/users")'],
    ['src/ledger/tasks/statement.py', 'from ledger.models import Account'],
    ['src/ledger/main.py', 'app.include_router(users.router)'],
    ['app/settings.py', 'DEBUG = False'],
    ['tests/test_entry.py', '    assert entry.balanced'],
    ['tests/test_fx.py', 'def test_rate():'],
    ['tests/conftest.py', '@pytest.fixture'],
    ['pyproject.toml', 'line-length = 100'],
    ['requirements.txt', 'httpx'],
  ],
  writes: [
    ['src/ledger/fees.py', 'FEE = Decimal("0.006")'],
    ['src/ledger/api/fees.py', 'from fastapi import APIRouter'],
    ['tests/test_fees.py', 'from ledger.fees import FEE'],
  ],
}

const JAVA: EverydayCalls = {
  runs: [
    'mvn -q test',
    'mvn -q test -Dtest=OrderServiceTest',
    'mvn package',
    'mvn clean install',
    './mvnw spring-boot:run',
    './gradlew build',
    './gradlew test',
    './gradlew bootRun',
    'java -jar target/app.jar',
    'docker build -t app .',
    'docker compose logs -f app',
  ],
  edits: [
    ['src/main/java/shop/order/OrderService.java', '        if (order == null || order.isClosed()) {'],
    ['src/main/java/shop/order/OrderService.java', '            return Optional.empty();'],
    ['src/main/java/shop/order/OrderStatus.java', '    SHIPPED(3),'],
    ['src/main/java/shop/order/OrderController.java', '    @GetMapping("/orders")'],
    ['src/main/java/shop/coupon/CouponService.java', '        return count > 0;'],
    ['src/main/java/shop/coupon/Coupon.java', '    private Integer stock;'],
    ['src/main/java/shop/user/UserService.java', '        throw new ShopException("用户不存在");'],
    ['src/main/java/shop/user/User.java', 'import jakarta.persistence.Entity;'],
    ['src/main/resources/mapper/OrderMapper.xml', '    where id = #{id}'],
    ['src/main/resources/application.yml', '  port: 8080'],
    ['src/test/java/shop/order/OrderServiceTest.java', '        assertThat(found).isEmpty();'],
    ['src/test/java/shop/coupon/CouponServiceTest.java', '    @Test'],
    ['pom.xml', '      <artifactId>spring-boot-starter-web</artifactId>'],
    ['docs/接口.md', '### 优惠券'],
    ['Dockerfile', 'COPY target/app.jar app.jar'],
  ],
  writes: [
    ['src/main/java/shop/gift/GiftType.java', 'public enum GiftType { CARD, VOUCHER }'],
    ['src/main/java/shop/gift/GiftService.java', '@Service'],
    ['src/test/java/shop/gift/GiftServiceTest.java', 'class GiftServiceTest {'],
  ],
}

/** A project is of one kind: what is wide there would be lost among the calls of the others. */
export const EVERYDAY_CALLS: readonly EverydayCalls[] = [TYPESCRIPT, PYTHON, JAVA].map((kind) => ({
  runs: [...COMMON.runs, ...kind.runs],
  edits: [...COMMON.edits, ...kind.edits],
  writes: [...COMMON.writes, ...kind.writes],
}))

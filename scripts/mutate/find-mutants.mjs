// Every small change that could be made to a file and that a test should notice, found in the syntax tree.
import ts from 'typescript'

const SWAPS = new Map([
  [ts.SyntaxKind.LessThanToken, ['<=', '>=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [ts.SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['||']],
  [ts.SyntaxKind.BarBarToken, ['&&']],
  [ts.SyntaxKind.PlusToken, ['-']],
  [ts.SyntaxKind.MinusToken, ['+']],
])
const COMPARISONS = new Set([...SWAPS.keys()].slice(0, 6))
/** Calls whose words only people read. */
const SPOKEN = new Set(['message', 'MemdirError', 'Error', 'TypeError', 'debug', 'log'])

/** `{ kind, start, end, line, within, original, changed, statement? }` for each; `start` and `end` are positions in `text`. */
export function findMutants(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true)
  const found = []
  const add = (kind, node, changed, extra = {}) => {
    const start = node.getStart(source)
    found.push({
      kind,
      file,
      start,
      end: node.end,
      line: source.getLineAndCharacterOfPosition(start).line + 1,
      within: functionAround(node),
      original: text.slice(start, node.end),
      changed,
      opensStatement: opensStatement(node, source),
      ...extra,
    })
  }
  const visit = (node) => {
    if (skipped(node)) return
    for (const { kind, target, changed, ...extra } of mutationsOf(node, source))
      add(kind, target ?? node, changed, extra)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The name of the innermost function that has one, or of the constant at the top that it is part of; '' elsewhere. */
function functionAround(node) {
  for (let outer = node.parent; outer; outer = outer.parent) {
    const isNamed =
      ts.isFunctionDeclaration(outer) ||
      ts.isMethodDeclaration(outer) ||
      (ts.isVariableDeclaration(outer) &&
        (isFunction(outer.initializer) || ts.isSourceFile(outer.parent.parent.parent)))
    if (isNamed && ts.isIdentifier(outer.name)) return outer.name.text
  }
  return ''
}

function isFunction(node) {
  return node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
}

/** Its text is where a statement of a block begins: without a semicolon, a parenthesis there continues the line above. */
function opensStatement(node, source) {
  let outer = node
  while (outer && !ts.isStatement(outer) && outer.parent?.getStart(source) === node.getStart(source))
    outer = outer.parent
  return (
    ts.isExpressionStatement(outer) &&
    !ts.isIfStatement(outer.parent) &&
    !ts.isIterationStatement(outer.parent, false)
  )
}

function skipped(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    spoken(node)
  )
}

function spoken(node) {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false
  const called = node.expression
  const name = ts.isPropertyAccessExpression(called)
    ? called.name.text
    : ts.isIdentifier(called) && called.text
  return SPOKEN.has(name)
}

function mutationsOf(node, source) {
  const text = (part) => part.getText(source)
  if (ts.isBinaryExpression(node))
    return (SWAPS.get(node.operatorToken.kind) ?? []).map((operator) => ({
      kind: 'operator',
      changed: `${text(node.left)} ${operator} ${text(node.right)}`,
    }))
  if (ts.isIfStatement(node)) return conditionsOf(node, node.expression, text)
  if (ts.isConditionalExpression(node)) return negated(node.condition, text)
  if (ts.isWhileStatement(node)) return negated(node.expression, text)
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ kind: 'boolean', changed: 'false' }]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ kind: 'boolean', changed: 'true' }]
  if (ts.isNumericLiteral(node) && !isKey(node))
    return ['+', '-'].map((sign) => ({ kind: 'number', changed: `${text(node)} ${sign} 1` }))
  if (isWord(node)) return [{ kind: 'string', changed: "''" }]
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && !isAssigned(node))
    return [{ kind: 'array', changed: '[]' }]
  if (ts.isExpressionStatement(node) && isRemovable(node.expression))
    return [{ kind: 'call', changed: '', statement: true }]
  return []
}

/** A comparison has its opposite among the operators already. */
function negated(condition, text) {
  const compared = ts.isBinaryExpression(condition) && COMPARISONS.has(condition.operatorToken.kind)
  return compared ? [] : [{ kind: 'negation', target: condition, changed: `!(${text(condition)})` }]
}

/** Faults of an `if`: its opposite, and, where it only leaves early, that it never does. */
function conditionsOf(node, condition, text) {
  const body =
    ts.isBlock(node.thenStatement) && node.thenStatement.statements.length === 1
      ? node.thenStatement.statements[0]
      : node.thenStatement
  const leaves =
    ts.isReturnStatement(body) ||
    ts.isThrowStatement(body) ||
    ts.isContinueStatement(body) ||
    ts.isBreakStatement(body)
  const guard = { kind: 'guard', target: condition, changed: 'false' }
  return [...negated(condition, text), ...(leaves && !node.elseStatement ? [guard] : [])]
}

/** A string that the program compares, stores or looks up; a sentence is for people. */
function isWord(node) {
  if (!ts.isStringLiteral(node) || node.text === '' || node.text.includes(' ') || isKey(node)) return false
  return !ts.isExternalModuleReference(node.parent) && !ts.isLiteralTypeNode(node.parent)
}

function isKey(node) {
  return (
    (ts.isPropertyAssignment(node.parent) || ts.isMethodDeclaration(node.parent)) && node.parent.name === node
  )
}

function isAssigned(node) {
  return (
    (ts.isBinaryExpression(node.parent) &&
      node.parent.left === node &&
      node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) ||
    (ts.isForOfStatement(node.parent) && node.parent.initializer === node)
  )
}

function isRemovable(expression) {
  const called = ts.isAwaitExpression(expression) ? expression.expression : expression
  return ts.isCallExpression(called) && called.expression.kind !== ts.SyntaxKind.SuperKeyword
}

// What the sources look like, read by the compiler's own parser. Tests and fakes do not count.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const LONGEST = 10

export function readSources(root) {
  const files = readdirSync(root, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(root, file))
  const parsed = files.map((file) => parse(root, file))
  const imports = new Map(parsed.map(({ file, imported }) => [file, imported]))
  const sum = (field) => parsed.reduce((total, one) => total + one[field], 0)
  return {
    files: files.length,
    lines: sum('lines'),
    exports: sum('exports'),
    assertions: sum('assertions'),
    mutual: [...imports].flatMap(([file, imported]) =>
      [...imported]
        .filter((other) => file < other && imports.get(other)?.has(file))
        .map((other) => [file, other]),
    ),
    longest: parsed
      .flatMap(({ functions }) => functions)
      .toSorted((a, b) => b.lines - a.lines)
      .slice(0, LONGEST),
  }
}

function parse(root, path) {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  const file = relative(root, path)
  const found = {
    file,
    lines: text.split('\n').length - 1,
    exports: 0,
    assertions: 0,
    imported: new Set(),
    functions: [],
  }
  const visit = (node) => {
    if (ts.isNonNullExpression(node)) found.assertions++
    found.exports += exportsOf(node)
    const from = importedBy(node)
    if (from?.startsWith('.')) found.imported.add(join(dirname(file), from))
    if (ts.isFunctionLike(node) && node.body) found.functions.push(measure(node, source, file))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function exportsOf(node) {
  if (ts.isExportDeclaration(node))
    return node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements.length : 1
  const exported =
    ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (!exported) return 0
  return ts.isVariableStatement(node) ? node.declarationList.declarations.length : 1
}

/** Static, dynamic and type imports, and re-exports. */
function importedBy(node) {
  const from =
    (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : undefined
  return from && ts.isStringLiteral(from) ? from.text : undefined
}

function measure(node, source, file) {
  const line = (position) => source.getLineAndCharacterOfPosition(position).line
  const name =
    node.name?.getText(source) ??
    (node.parent && ts.isVariableDeclaration(node.parent) ? node.parent.name.getText(source) : '(anonymous)')
  return { name, file, lines: line(node.end) - line(node.getStart(source)) + 1 }
}

// The public declarations of the package, as its users see them: emitted from the sources, without a build.
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

/** Sub-path → its exports, each `{ name, kind, text, doc, file, names }`; `names`: own types that it refers to. */
export function readLibrary(root) {
  const entries = entryPoints(root)
  const emitted = emitDeclarations(
    root,
    entries.map(({ file }) => file.replace(/\.d\.ts$/, '.ts')),
  )
  const program = declarationProgram(
    emitted,
    entries.map(({ file }) => file),
  )
  const checker = program.getTypeChecker()
  return entries.map(({ path, file }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file))
    const symbols = checker.getExportsOfModule(module)
    return { path, exports: symbols.map((symbol) => describe(checker, symbol, root)).sort(byName) }
  })
}

/** `{ path: 'memdir/openai', file: '…/src/adapters/openai.d.ts' }` */
function entryPoints(root) {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries(exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([path, { types }]) => ({
      path: path.replace(/^\./, name),
      file: join(root, types.replace(/^\.\/dist/, 'src')),
    }))
}

function emitDeclarations(root, files) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.build.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(files, {
    ...options,
    outDir: join(root, 'src'),
    incremental: false,
    tsBuildInfoFile: undefined,
  })
  const emitted = new Map()
  program.emit(undefined, (path, text) => emitted.set(path, text), undefined, true)
  return emitted
}

function declarationProgram(emitted, files) {
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (path) => emitted.has(path) || (!isSource(path) && fileExists(path))
  host.readFile = (path) => emitted.get(path) ?? readFile(path)
  host.getSourceFile = (path, version, ...rest) =>
    emitted.has(path)
      ? ts.createSourceFile(path, emitted.get(path), version, true)
      : getSourceFile(path, version, ...rest)
  return ts.createProgram(files, options, host)
}

/** Only what was emitted counts: next to it are the sources themselves. */
function isSource(path) {
  return /\/src\/.*\.ts$/.test(path) && !path.includes('/node_modules/')
}

function describe(checker, symbol, root) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const declarations = (target.declarations ?? []).map(statementOf)
  const [first] = declarations
  return {
    name: symbol.name,
    declared: target.name,
    kind: kindOf(first),
    text: declarations.map(declarationText).join('\n\n'),
    doc: ts.displayPartsToString(target.getDocumentationComment(checker)),
    file: sourceOf(first, root),
    names: declarations.flatMap((declaration) => namedTypes(checker, declaration, root)),
  }
}

/** Of a constant: the whole statement. */
function statementOf(declaration) {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
}

function kindOf(declaration) {
  if (ts.isFunctionDeclaration(declaration)) return 'function'
  if (ts.isClassDeclaration(declaration)) return 'class'
  return ts.isVariableStatement(declaration) ? 'constant' : 'type'
}

function declarationText(declaration) {
  return declaration
    .getText()
    .replace(/^export /, '')
    .replace(/^declare /, '')
}

function namedTypes(checker, declaration, root) {
  const found = new Map()
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isImportTypeNode(node)) {
      const name = ts.isImportTypeNode(node) ? (node.qualifier ?? node) : node
      const symbol = checker.getSymbolAtLocation(name)
      const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      const [declared] = target?.declarations ?? []
      if (declared && isType(target) && isTopLevel(declared) && isOwn(declared, root))
        found.set(`${sourceOf(declared, root)} ${target.name}`, {
          name: target.name,
          file: sourceOf(declared, root),
        })
    }
    ts.forEachChild(node, visit)
  }
  visit(declaration)
  return [...found.values()]
}

function isType({ flags }) {
  return (flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class)) !== 0
}

function isTopLevel(declaration) {
  const { parent } = statementOf(declaration)
  return parent !== undefined && ts.isSourceFile(parent)
}

function isOwn(declaration, root) {
  return dirname(declaration.getSourceFile().fileName).startsWith(join(root, 'src'))
}

function sourceOf(declaration, root) {
  return relative(root, declaration.getSourceFile().fileName).replace(/\.d\.ts$/, '.ts')
}

function byName(one, other) {
  return one.name < other.name ? -1 : 1
}

// Whether the project still has a command: a target of make, a recipe of just, a script of package.json. That it is
// gone is said only where nothing else could define it: no second file of the kind, no include, no pattern.

import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { isObject } from '../lib/is-object.ts'
import { readRegular } from '../lib/read-regular.ts'
import { MAX_FILE_BYTES, type WorkingTree } from './working-tree.ts'

/** In the order in which make and just look for theirs. */
const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile']
const JUSTFILES = ['justfile', 'Justfile', '.justfile']
/** Files that can define one, wherever they are: by their names, in small letters, or by how those end. */
const ANY_MAKEFILE = ['gnumakefile', 'makefile', '.mk']
const ANY_JUSTFILE = ['justfile', '.justfile', '.just']
const ANY_PACKAGE = ['package.json', 'pnpm-workspace.yaml', 'lerna.json']

/** undefined: this tree cannot tell. Without the tree only what the root says at once. */
export function commandExists(root: string, command: string, tree?: WorkingTree): boolean | undefined {
  const [, tool, run, name] =
    /^(npm|pnpm|yarn|bun|make|just)( run)? ([\w:.-]+)$/.exec(command) ?? ([] as (string | undefined)[])
  if (!tool || !name) return undefined
  if (tool === 'make') return targetExists(root, name, tree)
  if (tool === 'just') return recipeExists(root, name, tree)
  return scriptExists(root, { tool, name, run: run !== undefined }, tree)
}

function targetExists(root: string, name: string, tree?: WorkingTree): boolean | undefined {
  const text = readFirst(root, MAKEFILES)
  if (text === undefined) return undefined
  const targets = makeTargets(text)
  if (targets.includes(name)) return true
  if (!tree) return undefined
  const open = targets.some((target) => /[%$]|^\.DEFAULT$/.test(target))
  if (open || name.includes('.') || /^[ \t]*-?s?include\b|\$[({]eval\b|^[ \t]*define\b/m.test(text))
    return undefined
  const files = tree.list()
  // make also builds `name` from `name.c` without a rule, and takes a file or directory of that name as made.
  const made = files?.some(
    (file) => file === name || file.startsWith(`${name}.`) || file.startsWith(`${name}/`),
  )
  return files && !made && isOnly(files, ANY_MAKEFILE) ? false : undefined
}

/** `a b: c`, `a:: c`; not `A := b`. */
function makeTargets(text: string): string[] {
  const rules = text.replace(/\\\r?\n/g, ' ').matchAll(/^([^\s#:=][^#:=\n]*):(?!:{0,2}=)/gm)
  return [...rules].flatMap(([, targets = '']) => targets.trim().split(/\s+/))
}

function recipeExists(root: string, name: string, tree?: WorkingTree): boolean | undefined {
  const text = readFirst(root, JUSTFILES)
  if (text === undefined) return undefined
  const recipes = text.matchAll(/^@?([A-Za-z_][\w-]*)(?:[ \t][^:\n]*)?:(?!=)|^alias[ \t]+([\w-]+)[ \t]*:=/gm)
  for (const [, recipe, alias] of recipes) if ((recipe ?? alias) === name) return true
  if (!tree) return undefined
  if (/^(?:!include|import|mod|set[ \t]+fallback)\b/m.test(text)) return undefined
  const files = tree?.list()
  return files && isOnly(files, ANY_JUSTFILE) ? false : undefined
}

interface ScriptCall {
  tool: string
  name: string
  /** It says `run`. */
  run: boolean
}

function scriptExists(
  root: string,
  { tool, name, run }: ScriptCall,
  tree?: WorkingTree,
): boolean | undefined {
  // `npm install` is npm's own.
  if (tool === 'npm' && !run && !/^(?:test|start|stop|restart)$/.test(name)) return undefined
  const text = readFirst(root, ['package.json'])
  const manifest: unknown = text === undefined ? undefined : attempt(() => JSON.parse(text))
  if (!isObject(manifest)) return undefined
  const { scripts = {}, workspaces } = manifest
  if (!isObject(scripts)) return undefined
  if (Object.hasOwn(scripts, name)) return true
  // The others also run programs and files by that name, and npm has an answer of its own for some.
  const onlyScripts = (run && (tool === 'npm' || tool === 'pnpm') && name !== 'env') || name === 'test'
  if (!onlyScripts || workspaces !== undefined) return undefined
  const files = tree?.list()
  return files && isOnly(files, ANY_PACKAGE) ? false : undefined
}

/** The file in the root that was read is the only one of its kind. */
function isOnly(files: readonly string[], kind: readonly string[]): boolean {
  const names = files.map((file) => `/${file.toLowerCase()}`)
  const ofKind = (name: string) =>
    kind.some((end) => name.endsWith(`/${end}`) || (end.startsWith('.') && name.endsWith(end)))
  return names.filter(ofKind).length === 1
}

function readFirst(root: string, names: readonly string[]): string | undefined {
  for (const name of names) {
    const bytes = readRegular(join(root, name), MAX_FILE_BYTES)
    if (bytes) return bytes.toString('utf8')
  }
  return undefined
}

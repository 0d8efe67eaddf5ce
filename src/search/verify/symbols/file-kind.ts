// What a file can say about names, by its own: how its comments are written, or that it only talks about code.

/** `prose`: it mentions names and proves none. */
export type FileKind = 'c' | 'hash' | 'dash' | 'markup' | 'prose'

const words = (list: string) => new Set(list.split(' '))
const C = words(
  'js cjs mjs jsx ts cts mts tsx java kt kts swift c cc cpp cxx h hh hpp m mm cs fs go rs php scala dart groovy gradle zig sol proto graphql gql json jsonc json5 css sass scss less jl v vala d wgsl glsl hlsl',
)
const HASH = words(
  'py pyi rb sh bash zsh fish ps1 psm1 pl pm r yml yaml toml ini cfg conf env properties tf hcl mk cmake ex exs nix nim cr bzl star justfile just coffee tcl awk dockerfile clj cljs cljc edn el lisp scm erl hrl',
)
const DASH = words('sql lua hs elm adb ads vhdl')
const MARKUP = words(
  'htm html xhtml xml svg vue svelte astro xaml plist csproj hbs ejs erb jsp cshtml twig liquid',
)
const HASH_NAMES = words(
  'gnumakefile makefile dockerfile containerfile justfile rakefile gemfile podfile vagrantfile brewfile procfile build workspace cmakelists.txt .env.example',
)
const C_NAMES = words('jenkinsfile')
/** Compiled, packed, pictures, sounds: they hold no text. */
const BINARY = words(
  'png jpg jpeg gif webp avif ico icns bmp tif tiff psd pdf zip gz tgz bz2 xz zst 7z rar jar war class pyc o a so dylib dll exe wasm woff woff2 ttf otf eot mp3 mp4 m4a mov webm wav ogg flac sqlite sqlite3 db bin onnx safetensors parquet node ds_store',
)
/** Made by tools of what other files say: long, and neither code nor words of a person. */
const MADE = words('lock map snap csv tsv jsonl ndjson log patch diff')
const MADE_NAMES = words('package-lock.json npm-shrinkwrap.json pnpm-lock.yaml go.sum bun.lockb .ds_store')
/** Where things are only written about. */
const WRITINGS = words('doc docs documentation changelog changelogs')
/** Dot directories hold the tools' own files, but for those that run something. */
const RUNNING = words('.github .gitlab .circleci .husky')

/** `path`: below the root, with `/`. undefined: nothing in it counts. */
export function fileKindOf(path: string): FileKind | undefined {
  const parts = path.toLowerCase().split('/')
  const name = parts.pop() ?? ''
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : ''
  if (BINARY.has(extension) || MADE.has(extension) || MADE_NAMES.has(name)) return undefined
  const isWriting =
    name.startsWith('changelog') ||
    name.startsWith('release-notes') ||
    parts.some((part) => WRITINGS.has(part) || (part.startsWith('.') && !RUNNING.has(part)))
  return isWriting ? 'prose' : codeKindOf(name, extension)
}

function codeKindOf(name: string, extension: string): FileKind {
  if (C.has(extension) || C_NAMES.has(name)) return 'c'
  if (HASH.has(extension) || HASH_NAMES.has(name)) return 'hash'
  if (DASH.has(extension)) return 'dash'
  return MARKUP.has(extension) ? 'markup' : 'prose'
}

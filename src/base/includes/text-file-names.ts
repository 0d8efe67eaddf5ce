// What may be included: names that stand for text.

const EXTENSIONS = new Set(
  `md mdx mdc markdown mkd mdown txt text rst adoc asciidoc org tex latex bib log
  json jsonc json5 jsonl ndjson yaml yml toml ini cfg conf config properties env xml xsd xsl xslt csv tsv plist
  html htm xhtml css scss sass less styl svg vue svelte astro hbs handlebars ejs pug liquid njk mustache twig erb haml
  js jsx mjs cjs ts tsx mts cts d.ts coffee
  py pyi pyx ipynb rb rake gemspec php phtml pl pm lua tcl r rmd jl
  c h cc cpp cxx hpp hxx hh inl m mm cs fs fsx vb java kt kts scala sc groovy gradle clj cljs cljc edn
  go rs swift zig nim d dart v odin hs lhs elm ml mli re res erl hrl ex exs lisp cl el scm rkt
  sh bash zsh fish ksh ps1 psm1 bat cmd awk sed
  sql psql graphql gql proto thrift avsc prisma hcl tf tfvars nix bicep cue rego
  cmake mk make bazel bzl ninja dockerfile containerfile
  gitignore gitattributes gitmodules dockerignore npmrc nvmrc editorconfig eslintrc prettierrc babelrc
  diff patch lock sum mod feature robot http rest vim nu asm s wgsl glsl hlsl vert frag cu ino vhd vhdl sv
  po pot srt vtt cls sty ltx typ`.split(/\s+/),
)

/** Well-known files without an extension. */
const NAMES = new Set(
  `README LICENSE LICENCE NOTICE COPYING AUTHORS CONTRIBUTORS CONTRIBUTING CHANGELOG CHANGES HISTORY TODO INSTALL
  Makefile GNUmakefile Dockerfile Containerfile Jenkinsfile Vagrantfile Procfile Rakefile Gemfile Brewfile Justfile
  justfile BUILD WORKSPACE CODEOWNERS VERSION`.split(/\s+/),
)

export function isTextFileName(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (NAMES.has(name)) return true
  const dot = name.lastIndexOf('.')
  return dot >= 0 && dot < name.length - 1 && EXTENSIONS.has(name.slice(dot + 1).toLowerCase())
}

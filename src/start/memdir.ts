#!/usr/bin/env node
import { runProgram } from './run-program.ts'
import { spareCompilers } from './spare-compilers.ts'

/** Commands that answer one short question and end. */
const SHORT: ReadonlySet<string> = new Set(['recall', 'search', 'stats'])

const [, , word = ''] = process.argv
const name = /^[a-z]{2,16}$/.test(word) ? word : 'options'
const cache = SHORT.has(word) ? spareCompilers(name, process.argv.join(' ')) : name
runProgram('memdir-program.js', cache, process.env)

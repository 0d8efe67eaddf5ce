#!/usr/bin/env node
import { runProgram } from './run-program.ts'
import { spareCompilers } from './spare-compilers.ts'

/** Commands that search or write once and end, by measurement (bench/measurements/scale.md). */
const SHORT: ReadonlySet<string> = new Set(['add', 'recall', 'search', 'stats'])

const [, , word = ''] = process.argv
if (SHORT.has(word)) spareCompilers()
runProgram('memdir-program.js', /^[a-z]{2,16}$/.test(word) ? word : 'options', process.env)

#!/usr/bin/env node
import { runProgram } from './run-program.ts'
import { spareCompilers } from './spare-compilers.ts'

/** What asks a question and ends. */
const QUESTIONS: ReadonlySet<string> = new Set(['recall', 'search'])

const [, , word = ''] = process.argv
if (QUESTIONS.has(word)) spareCompilers()
runProgram('memdir-program.js', /^[a-z]{2,16}$/.test(word) ? word : 'options', process.env)

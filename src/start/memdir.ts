#!/usr/bin/env node
import { runProgram } from './run-program.ts'

const [, , word = ''] = process.argv
runProgram('memdir-program.js', /^[a-z]{2,16}$/.test(word) ? word : 'options', process.env)

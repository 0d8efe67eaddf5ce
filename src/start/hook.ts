import { runProgram } from './run-program.ts'

runProgram('hook-program.js', 'hook', process.env)

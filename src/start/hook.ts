// The hook as agents start it: asks a running server, else does the work itself.
import { askServer } from './ask-server.ts'
import { build, runProgram } from './run-program.ts'

const { argv, env } = process
const [, , agent, given] = argv
if (given !== undefined) runAlone()
else
  void askServer({ build, env, agent })
    // Whatever is wrong with the server: nobody needs it.
    .catch(() => undefined)
    .then((event) => {
      // What was read from standard input is handed on as the events that come as an argument are.
      if (event !== undefined) argv.splice(2, 2, agent ?? '', event)
      runAlone()
    })

function runAlone(): void {
  runProgram('hook-program.js', 'hook', env)
}

// PostgreSQL with pgvector in WebAssembly, for clients that connect by an address. Prints the port when it listens.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { PGlite } = require('@electric-sql/pglite')
const { vector } = require('@electric-sql/pglite-pgvector')
const { PGLiteSocketServer } = require('@electric-sql/pglite-socket')

const db = await PGlite.create({ extensions: { vector } })
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 20 })
server.addEventListener('listening', ({ detail }) => console.log(detail.port))
await server.start()

// Runs Parse Server in a separate process: node server.ts <folder with its packages> <database> <port>
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseKey } from '../translations.ts'

type Handler = object
type Express = () => {
  use(path: string, app: Handler): void
  listen(port: number, host: string): void
}
type Parse = { ParseServer: new (options: object) => { start(): Promise<void>; app: Handler } }

const [folder, databaseURI, port] = process.argv.slice(2)
const require = createRequire(join(folder!, 'package.json'))
const express = require('express') as Express
const { ParseServer } = require('parse-server') as Parse

const server = new ParseServer({
  databaseURI,
  appId: parseKey,
  masterKey: parseKey,
  serverURL: `http://127.0.0.1:${port}/parse`,
  // Production settings that its manual recommends: clients can't create classes, and almost nothing is logged.
  allowClientClassCreation: false,
  silent: true,
  logLevel: 'error',
  logsFolder: null,
  verbose: false,
})
await server.start()
const app = express()
app.use('/parse', server.app)
app.listen(Number(port), '127.0.0.1')

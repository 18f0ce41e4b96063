// The control: a node:http server that answers every request with the same bytes. A message sets their number.
import { createServer } from 'node:http'

let body = Buffer.alloc(0)
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
  response.end(body)
})
process.on('message', ({ bytes }: { bytes: number }) => {
  body = Buffer.alloc(bytes, 'x')
  process.send!({ bytes })
})
server.listen(0, '127.0.0.1', () => process.send!(server.address()))

export { queues } from './send.server.ts'

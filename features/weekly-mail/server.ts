export * as calls from './contract.ts'
export { queues } from './queues.server.ts'
export { handlers, serve } from './stop.server.ts'

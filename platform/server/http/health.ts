import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { unavailable } from '#platform/contract/failure.ts'
import { implementCall, type Handler } from './handler.ts'
import type { Services } from '../services.ts'

const ok = z.object({ status: z.literal('ok') })

const live = call('GET /health/live', {
  summary: 'The process answers',
  access: 'anyone',
  limit: 'unlimited',
  sessionless: true,
  input: z.object({}),
  output: ok,
})
const ready = call('GET /health/ready', {
  summary: 'The process can serve: its database answers and it is not about to stop',
  access: 'anyone',
  limit: 'unlimited',
  sessionless: true,
  input: z.object({}),
  output: ok,
})

export const calls = { live, ready }

export const handlers = ({ probe, stopping }: Services): Handler[] => [
  implementCall(live, async () => ({ status: 'ok' as const })),
  implementCall(ready, async () => {
    if (stopping.aborted || !(await probe.answers(700))) throw unavailable()
    return { status: 'ok' as const }
  }),
]

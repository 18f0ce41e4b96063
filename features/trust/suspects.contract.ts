import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { failure } from '#platform/contract/failure.ts'
import { id, instant, v } from '#platform/contract/shapes.ts'

export const clusterUnknown = failure(404, 'cluster_not_found', 'There is no such cluster.')

const named = z.object({ id, name: z.string() })

export const suspectCluster = call('GET /admin/suspects/:id', {
  access: 'admin',
  limit: 'read',
  summary:
    'Accounts that look like one person: who, when, from how many networks, for whom, what the ranks would be without them, and what they answered',
  input: z.object({ id, v }),
  output: z.object({
    id,
    kind: z.enum(['votes', 'reports', 'alike']),
    /** Whom they came for or against; null where they only vote alike. */
    restaurant: named.nullable(),
    /** From 0 to 1. */
    score: z.number(),
    reasons: z.array(z.object({ signal: z.string(), strength: z.number(), words: z.string() })),
    networks: z.int(),
    firstAct: instant,
    lastAct: instant,
    /** Held by the published rule. */
    byRule: z.boolean(),
    /** It waits for nobody. */
    closed: z.boolean(),
    /** What an admin decided, and what the queue calls it. */
    decision: z.enum(['remove', 'dismiss']).nullable(),
    caseId: z.string(),
    count: z.int(),
    held: z.int(),
    /** Those beside them, then the newest: a hundred in all. */
    members: z.array(
      z.object({
        userId: id,
        userName: z.string(),
        joinedAt: instant,
        firstAt: instant.nullable(),
        verified: z.boolean(),
        /** Looks like them, and was there before or did something else: no decision is about them. */
        beside: z.boolean(),
        heldAt: instant.nullable(),
        votes: z.int(),
      }),
    ),
    /** The fifty that most of them voted for, in their category near there. */
    dishes: z.array(
      named.extend({
        restaurantName: z.string(),
        votes: z.int(),
        /** Its place with these accounts, and without them. */
        with: z.int(),
        without: z.int(),
      }),
    ),
    answers: z.array(z.object({ userId: id, userName: z.string(), text: z.string(), at: instant })),
  }),
  errors: [clusterUnknown],
})

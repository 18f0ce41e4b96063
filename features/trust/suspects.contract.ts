import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, instant, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const clusterNotFound = declareRefusal(404, 'cluster_not_found', 'There is no such cluster.')

const named = z.object({ id, name: z.string() })

export const showSuspectCluster = call('GET /admin/suspects/:id', {
  access: 'admin',
  limit: 'read',
  summary:
    'Accounts that look like one person: who, when, from how many networks, for whom, what the ranks would be without them, and what they answered',
  /** `page` is the page of answers. */
  input: z.object({ id, page: id.default(1), v: ignoredCacheBuster }),
  output: z.object({
    id,
    kind: z.enum(['votes', 'reports', 'alike']),
    /** The restaurant for or against which the members acted; null if they only vote alike. */
    restaurant: named.nullable(),
    /** From 0 to 1. */
    score: z.number(),
    reasons: z.array(z.object({ signal: z.string(), strength: z.number(), words: z.string() })),
    networks: z.int(),
    firstAct: instant,
    lastAct: instant,
    /** True if the published rule held the cluster's members. */
    byRule: z.boolean(),
    /** True if the cluster no longer waits for a decision. */
    closed: z.boolean(),
    /** The admin's decision, if any. `caseId` is the id of this cluster in the queue. */
    decision: z.enum(['remove', 'dismiss']).nullable(),
    caseId: z.string(),
    /** Its version in the queue, which a decision sends back. */
    version: z.string(),
    /** The members whom a decision is about, and those of them who are held. */
    count: z.int(),
    held: z.int(),
    /** Those of them who are held with another cluster. If all are, this one doesn't wait in the queue. */
    heldElsewhere: z.int(),
    /** Members of the cluster about whom an admin has decided before. */
    decidedBefore: z.int(),
    /**
     * First the members beside the cluster, then those whom a decision is about, then those decided about before: of
     * each at most a hundred, the newest first.
     */
    members: z.array(
      z.object({
        userId: id,
        userName: z.string(),
        joinedAt: instant,
        firstAt: instant.nullable(),
        verified: z.boolean(),
        /**
         * True if the member looks like the others but was there before or did something else. No decision is about
         * them.
         */
        beside: z.boolean(),
        /**
         * True if an admin cleared or released the member before, or decided about them themself that they stay held. No
         * decision is about them.
         */
        decidedBefore: z.boolean(),
        heldAt: instant.nullable(),
        votes: z.int(),
      }),
    ),
    /** At most fifty dishes, first the one with most of the members' votes. Ranks are within its category and cell. */
    dishes: z.array(
      named.extend({
        restaurantName: z.string(),
        votes: z.int(),
        /** The dish's rank with the votes of the cluster's members; `without` is its rank without these votes. */
        with: z.int(),
        without: z.int(),
      }),
    ),
    /**
     * Fifty a page: first those that wait to be read, of these first those of verified members, the oldest first, so that
     * later answers push none back.
     */
    answers: z.array(
      z.object({
        userId: id,
        userName: z.string(),
        text: z.string(),
        at: instant,
        /** The case by which an admin decides on this answer alone; null if nothing waits to be decided. */
        caseId: z.string().nullable(),
        held: z.boolean(),
      }),
    ),
    /** Number of the next page of answers; null at the end. */
    nextPage: id.nullable(),
  }),
  errors: [clusterNotFound],
})

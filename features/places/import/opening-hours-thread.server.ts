import { answerMessages } from '#platform/server/timed-thread/timed-thread-end.ts'
import { openingHours } from './opening-hours.server.ts'

answerMessages(openingHours)

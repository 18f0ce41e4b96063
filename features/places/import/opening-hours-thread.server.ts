import { answerEach } from '#platform/server/timed-thread/timed-thread-end.ts'
import { openingHours } from './opening-hours.server.ts'

answerEach(openingHours)

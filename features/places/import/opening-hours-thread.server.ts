import { answerMessages } from '#platform/server/timed-thread/timed-thread-end.ts'
import { parseOpeningHours } from './opening-hours.server.ts'

answerMessages(parseOpeningHours)

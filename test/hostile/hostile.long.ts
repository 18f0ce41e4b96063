import { abuseEveryCall } from './hostile-calls.ts'

abuseEveryCall({ runs: 15 })

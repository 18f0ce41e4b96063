import { allVariants } from '#platform/testing/all-variants.ts'
import { abuseEveryCall } from './hostile-calls.ts'

// A fixed seed, so that the inputs are always the same. Only the long round uses random ones.
abuseEveryCall({ runs: allVariants ? 8 : 2, seed: 29 })

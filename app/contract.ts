import type { AnyCall } from '#platform/contract/call.ts'
import type { ExportedCallsByRoute } from '#platform/contract/wire.ts'
import { collectFeatureCalls, type FeatureCalls } from '#platform/server/feature.ts'
import { features } from './features.ts'

/** All API calls, grouped by feature. */
export const contract: FeatureCalls[] = collectFeatureCalls(features)
export const calls: AnyCall[] = contract.flatMap((chapter) => Object.values(chapter.calls))

type Features = typeof features
type Exports = {
  [F in keyof Features]: Features[F] extends { calls: infer C } ? C[keyof C] : never
}[keyof Features]

// Lets clients derive the types of a call's input and answer from its route.
declare module '#platform/contract/wire.ts' {
  interface CallsByRoute extends ExportedCallsByRoute<Exports> {}
}

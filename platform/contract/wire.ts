import type { z } from 'zod'
import type { AnyCall, ErrorsOf, InputOf, OutputOf } from './call.ts'

/** Every call by its route. It is empty here because app/contract.ts adds the features' calls. */
// oxlint-disable-next-line no-empty-object-type
export interface CallsByRoute {}

/** The calls among the exports of contracts, by their routes. */
export type ExportedCallsByRoute<Exports> = {
  [C in Extract<Exports, AnyCall> as C['route']]: C
}

/** A call's name, such as 'GET /health/live'. */
export type Route = keyof CallsByRoute
export type Input<R extends Route> = InputOf<CallsByRoute[R]>
export type Output<R extends Route> = OutputOf<CallsByRoute[R]>

/** The codes of the refusals that a call declares. */
export type RefusalCode<R extends Route> = ErrorsOf<CallsByRoute[R]>['code']
/** The details of a refusal, in addition to its code and text. */
export type RefusalDetails<R extends Route, C extends RefusalCode<R>> =
  Extract<ErrorsOf<CallsByRoute[R]>, { code: C }> extends { details: infer D }
    ? D extends z.ZodType
      ? z.output<D>
      : object
    : never

/** Runs a call by its route, over HTTP or in process. */
export type RunCall = <R extends Route>(route: R, input: Input<R>) => Promise<Output<R>>

import { negotiate } from '@fastify/accept-negotiator'

/** Returns which of `encodings` an Accept-Encoding header prefers, if any. Between equals, the first one wins. */
export const acceptedEncoding = <E extends string>(header: string | undefined, encodings: E[]) =>
  negotiate((header ?? '').toLowerCase(), encodings)

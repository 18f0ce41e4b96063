import { negotiate } from '@fastify/accept-negotiator'

/** Which of these encodings an Accept-Encoding header asks for, ours first where it likes several as well. */
export const acceptedEncoding = <E extends string>(header: string | undefined, encodings: E[]) =>
  negotiate((header ?? '').toLowerCase(), encodings)

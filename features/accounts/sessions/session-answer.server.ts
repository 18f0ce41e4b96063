import type { Session } from '#platform/server/auth/sessions.ts'

type User = { id: number; user_name: string; email: string | null; email_verified_at: Date | null }

export const answerOf = (user: User, { token, expires }: Session) => ({
  id: user.id,
  name: user.user_name,
  email: user.email ?? '',
  token,
  expires: expires.toISOString(),
  verified: user.email_verified_at !== null,
})

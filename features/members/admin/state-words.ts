import type { MemberState } from './parts.ts'

const words: Record<MemberState, string> = {
  unverified: 'Not verified',
  disabled: 'Disabled',
  leaving: 'Leaving',
  'taken-down': 'Taken down',
}

export const stateChoices = { active: 'Active', ...words }

/** Returns a member's states as text, or 'Active' if there are none. */
export const stateText = (states: readonly MemberState[]) =>
  states.length === 0 ? 'Active' : states.map((state) => words[state]).join(', ')

type Refused = { code: string; details: Record<string, unknown> }

/** Whether an edit was refused because something else stands than its page showed (rules: edits). */
export const isChangedElsewhere = ({ code }: { code: string }) => code === 'changed_elsewhere'

/** Returns the input of such an edit for sending it again: its maker has seen what stands now. */
export const knowing = <I>(input: I, { details }: Refused): I => ({
  ...input,
  expected: {
    ...(input as { expected?: object }).expected,
    ...(details.now as object | undefined),
  },
})

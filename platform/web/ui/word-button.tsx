import type { ComponentProps } from 'react'
import css from './word-button.module.css'

/** A button that looks like a word in a line of text: 'Undo', 'Yes'. Its touch target is larger than the word. */
export const InlineButton = (props: Omit<ComponentProps<'button'>, 'type' | 'className'>) => (
  <button {...props} type="button" className={css.word} />
)

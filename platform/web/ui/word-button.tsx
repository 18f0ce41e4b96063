import type { ComponentProps } from 'react'
import css from './word-button.module.css'

/** A word in a line of text that does something: 'Undo', 'Yes'. The thumb's place is larger than the word. */
export const WordButton = (props: Omit<ComponentProps<'button'>, 'type' | 'className'>) => (
  <button {...props} type="button" className={css.word} />
)

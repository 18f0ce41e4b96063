import { useEffect, useRef } from 'react'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import css from './abuse.module.css'
import { useWithdrawReport } from './use-take-back.ts'

const nouns = { text: 'text', photo: 'photo' } as const
const unnamed = { text: 'a text about this dish', photo: 'a photo of this dish' } as const

type Props = {
  reported: { kind: 'text' | 'photo'; yoloId: number }[]
  /** The favorites that the card contains. The authors of the reported texts and photos are looked up in them. */
  yolos: { id: number; userName: string }[]
  of: string
}

/**
 * Lines that say which texts and photos the viewer has reported. A card shows one text of several, so each line names
 * the author if the card contains their name, to keep it from being read as a note about the text that is shown.
 */
export function ReportedContentNotice({ reported, yolos, of }: Props) {
  const takeBack = useWithdrawReport()
  const nameOf = (kind: 'text' | 'photo', yoloId: number) => {
    // A card may contain only some of the dish's favorites, so the author may be missing.
    const author = yolos.find(({ id }) => id === yoloId)
    return author ? `${author.userName}’s ${nouns[kind]}` : unnamed[kind]
  }
  return reported.map(({ kind, yoloId }) => (
    <p key={`${kind} ${yoloId}`} className={css.line}>
      You reported {nameOf(kind, yoloId)}.{' '}
      <InlineButton onClick={() => void takeBack(kind, yoloId)}>
        Undo
        <span className="visually-hidden">
          {' '}
          the report of the {nouns[kind]} on {of}
        </span>
      </InlineButton>
    </p>
  ))
}

/** Shown instead of the page of a member whom the viewer has reported. */
export function ReportedMemberNotice({ userId, userName }: { userId: number; userName: string }) {
  const takeBack = useWithdrawReport()
  const line = useRef<HTMLParagraphElement>(null)
  // The button that was pressed is gone, so the focus moves here.
  useEffect(() => {
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true })
  }, [])
  return (
    <p ref={line} tabIndex={-1} className={css.line}>
      You reported this. You don’t see their favorites, words and photos.{' '}
      <InlineButton onClick={() => void takeBack('member', userId)}>
        Undo<span className="visually-hidden"> the report of {userName}</span>
      </InlineButton>
    </p>
  )
}

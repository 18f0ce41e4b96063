import { useEffect, useRef, useState } from 'react'
import type { Cut } from './contract.ts'

/** A picture to cut. `kept` is set if it is the picture that is already stored. */
export type ChosenPicture = {
  url: string
  picture: HTMLImageElement
  kept?: { file: File; cut: Cut | null }
}

const wrongKind = 'Only .jpeg, .jpg and .png photos can be used.'
const damaged = 'This photo is damaged and can’t be read. Please choose another.'

const mayBePhoto = ({ name, type }: File) =>
  type ? ['image/jpeg', 'image/png'].includes(type) : /\.(jpe?g|png)$/i.test(name)

/** Provides the photo that was chosen, dropped or pasted, once the browser has decoded it. */
export function useChosenPicture(onProblem: (problem: string | null) => void) {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const last = useRef<string | null>(null)
  const nth = useRef(0)
  useEffect(
    () => () => {
      nth.current = -1
      if (last.current) URL.revokeObjectURL(last.current)
    },
    [],
  )

  async function choose(file: File | null | undefined, kept?: { cut: Cut | null }) {
    if (!file) return
    onProblem(null)
    if (!mayBePhoto(file)) return onProblem(wrongKind)
    // If the stored photo loads slowly, it must not replace one that was chosen in the meantime.
    if (kept && nth.current > 0) return
    const mine = ++nth.current
    const url = URL.createObjectURL(file)
    const picture = new Image()
    picture.src = url
    const shows = await picture.decode().then(
      () => picture.naturalWidth > 0,
      () => false,
    )
    // The photo is damaged, another one was chosen in the meantime, or the screen was closed.
    if (!shows || mine !== nth.current) {
      URL.revokeObjectURL(url)
      if (mine === nth.current) onProblem(damaged)
      return
    }
    if (last.current) URL.revokeObjectURL(last.current)
    last.current = url
    setChosen({ url, picture, ...(kept ? { kept: { file, ...kept } } : {}) })
  }
  return { chosen, choose }
}

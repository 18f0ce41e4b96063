import { useEffect, useRef, useState } from 'react'
import type { CropRegion } from '../contract.ts'
import { fileTypeProblem, readPicture } from './read-picture.ts'

/** A picture to cut. `kept` is set if it is the picture that is already stored. */
export type ChosenPicture = {
  url: string
  picture: HTMLImageElement
  kept?: { file: File; cut: CropRegion | null }
}

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

  async function choose(file: File | null | undefined, kept?: { cut: CropRegion | null }) {
    if (!file) return
    const wrong = fileTypeProblem(file)
    onProblem(wrong)
    if (wrong) return
    // If the stored photo loads slowly, it must not replace one that was chosen in the meantime.
    if (kept && nth.current > 0) return
    const mine = ++nth.current
    const { picture, problem } = await readPicture(file)
    // Another photo was chosen in the meantime, or the screen was closed.
    if (mine !== nth.current) return picture && URL.revokeObjectURL(picture.src)
    if (!picture) return onProblem(problem)
    const url = picture.src
    if (last.current) URL.revokeObjectURL(last.current)
    last.current = url
    setChosen({ url, picture, ...(kept ? { kept: { file, ...kept } } : {}) })
  }
  return { chosen, choose }
}

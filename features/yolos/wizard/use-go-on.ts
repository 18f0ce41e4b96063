import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { questionId } from './wizard.tsx'

const seconds = 3
const signs = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Goes on by itself, unless one stops it: a tap, a key, a turn of the wheel, whatever says that someone is still at
 * this page. BACK doesn't lead here again.
 */
export function useGoOn(to: string) {
  const navigate = useNavigate()
  const [staying, setStaying] = useState(false)
  // A live region speaks of what changes in it, not of what it begins with.
  const [said, setSaid] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(true), 100)
    return () => clearTimeout(timer)
  }, [])
  const stay = () => setStaying(true)
  // The button goes at the first sign of life, with the focus where it was on it.
  useEffect(() => {
    if (staying && document.activeElement === document.body)
      document.getElementById(questionId)?.focus({ preventScroll: true })
  }, [staying])
  useEffect(() => {
    if (staying) return undefined
    const stop = () => setStaying(true)
    const timer = setTimeout(() => void navigate(to, { replace: true }), seconds * 1000)
    for (const sign of signs) addEventListener(sign, stop, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, stop)
    }
  }, [staying, to, navigate])
  return { staying, stay, seconds, said }
}

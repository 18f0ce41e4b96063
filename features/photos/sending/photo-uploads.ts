import { useSyncExternalStore } from 'react'
import { photoKey } from './keep-photo.ts'

export type PhotoUpload = {
  yoloId: number
  state: 'sending' | 'sent' | 'failed'
  problem: string
  /** Id of its entry in the queue, as soon as it has one. */
  entry?: number
}

const listeners = new Set<() => void>()
let uploads: readonly PhotoUpload[] = []

function change(next: readonly PhotoUpload[]) {
  uploads = next
  for (const listener of listeners) listener()
}

const others = (yoloId: number) => uploads.filter((upload) => upload.yoloId !== yoloId)

/** What this page says of the photos that it sends or has sent, one of each yolo. */
export const photoUploads = {
  of: (yoloId: number) => uploads.find((upload) => upload.yoloId === yoloId) ?? null,
  put: (upload: PhotoUpload) => change([...others(upload.yoloId), upload]),
  forget: (yoloId: number) => change(others(yoloId)),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

const useUploads = () =>
  useSyncExternalStore(
    photoUploads.subscribe,
    () => uploads,
    () => uploads,
  )

export const usePhotoUpload = (yoloId: number): PhotoUpload | null =>
  useUploads().find((upload) => upload.yoloId === yoloId) ?? null

/**
 * Whether an entry of the queue is a photo that this page is sending and says so itself, so that no notice is needed
 * unless that fails.
 */
export const isBeingSent = ({ id, about }: { id: number; about: string }) =>
  uploads.some(
    ({ yoloId, state, entry = id }) =>
      state === 'sending' && about === photoKey(yoloId) && entry === id,
  )

/** Returns `isBeingSent`, and renders again whenever that changes. */
export function useIsBeingSent() {
  useUploads()
  return isBeingSent
}

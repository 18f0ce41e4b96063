/**
 * The key of all changes to one favorite. Changes with the same key are sent in order, and only the last has an Undo.
 */
export const yoloKey = ({ id }: { id: number }) => `yolo ${id}`

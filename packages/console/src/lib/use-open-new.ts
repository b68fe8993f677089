import { useNavigate } from 'react-router'
import { addressOf, type ScreenPath } from './screen.ts'

/** Returns a function that closes the dialog of a new object and opens its page, where its other fields are. */
export function useOpenNew(path: ScreenPath, onClose: () => void): (added: { id: string }) => void {
  const navigate = useNavigate()
  return ({ id }) => {
    onClose()
    void navigate(addressOf(path, [id]))
  }
}

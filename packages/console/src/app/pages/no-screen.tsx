import { useLocation } from 'react-router'
import { pageConfig } from '../../lib/page-config.ts'
import { areaCodes } from '../../lib/screen.ts'
import { useUser } from '../../lib/session.ts'
import { isAreaOpen } from '../area-access.ts'
import { Forbidden, NotFound } from './late-status-pages.tsx'

/** Shown at an address without a screen, and below an area that is closed for the user, which it explains. */
export function NoScreen() {
  const user = useUser()
  const name = useLocation().pathname.split('/')[1]
  const area = areaCodes.find((code) => code === name)
  return area && !isAreaOpen(area, user) ? <Forbidden isOff={!pageConfig()[area]} /> : <NotFound />
}

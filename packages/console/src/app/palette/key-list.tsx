import { isAreaGranted } from '../../lib/area-flags.ts'
import { useUser } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { goScreens } from './keys.ts'
import css from './palette.module.css'

const groups = [
  {
    title: 'everywhere',
    keys: [
      ['palette', ['Ctrl', 'K']],
      ['help', ['?']],
      ['sidebar', ['[']],
      ['search', ['/']],
      ['escape', ['Esc']],
    ],
  },
  {
    title: 'tables',
    keys: [
      ['arrows', ['↑', '↓']],
      ['enter', ['Enter']],
      ['select', ['X']],
      ['menu', ['.']],
    ],
  },
] as const

/** Lists all keyboard shortcuts by context; opened with `?`. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const user = useUser()
  const shown = [
    ...groups.map(({ title, keys }) => ({
      title,
      rows: keys.map(([name, caps]) => ({ name: t(`keys.${name}`), caps })),
    })),
    ...(isAreaGranted('crm', user)
      ? [
          {
            title: 'screens' as const,
            rows: goScreens.map(({ key, title }) => ({ name: t(title), caps: ['G', key.toUpperCase()] })),
          },
        ]
      : []),
  ]
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      {shown.map(({ title, rows }) => (
        <section key={title} className={css.keys}>
          <h3 className="group-label">{t(`keys.${title}`)}</h3>
          <dl>
            {rows.map(({ name, caps }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {caps.map((cap) => (
                    <kbd key={cap}>{cap}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

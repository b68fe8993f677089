import { useTexts } from '../../lib/texts.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
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
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title} className={css.keys}>
          <h3 className="group-label">{t(`keys.${title}`)}</h3>
          <dl>
            {keys.map(([name, caps]) => (
              <div key={name}>
                <dt>{t(`keys.${name}`)}</dt>
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

import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Popover } from '../menu.tsx'
import { InFiltersMenu } from './in-filters-menu.ts'
import css from './list-panel.module.css'

/** A button that opens filters which are used rarely, and shows how many of them are active. */
export function FiltersMenu({
  active,
  onClear,
  children,
}: {
  /** Texts that describe the active filters. */
  active: readonly string[]
  onClear: () => void
  children: ReactNode
}) {
  const t = useTexts()
  const count = active.length
  return (
    <Popover position="bottom-start" width={300}>
      <Popover.Target>
        <Button
          icon={<IconFilter size={16} />}
          className={`${css.filters} ${css.iconOnPhone}`}
          data-active={count > 0 || undefined}
          title={active.join(', ')}
        >
          <span className="phone-hidden">
            {count > 0 ? t('ui.table.filtersSet', { count }) : t('ui.table.filters')}
          </span>
          {count > 0 && (
            <span className={css.count} aria-hidden="true">
              {count}
            </span>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('ui.table.filters')} className={css.filtersMenu}>
        <InFiltersMenu value={true}>
          <div className={css.fields}>
            <Suspense>{children}</Suspense>
          </div>
          <p className={css.none}>{t('ui.table.noFilters')}</p>
          <Button small kind="quiet" disabled={count === 0} onClick={onClear}>
            {t('ui.clearFilters')}
          </Button>
        </InFiltersMenu>
      </Popover.Dropdown>
    </Popover>
  )
}

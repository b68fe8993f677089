import { IconPencil } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { Menu } from '../menu.tsx'

/** Opens the form of an object, as an entry of a menu; its title says whether the user may change it. */
export function EditItem({ mayEdit, onClick }: { mayEdit: boolean; onClick: () => void }) {
  const t = useTexts()
  return (
    <Menu.Item leftSection={<IconPencil size={16} />} onClick={onClick}>
      {t(mayEdit ? 'ui.edit' : 'ui.details')}
    </Menu.Item>
  )
}

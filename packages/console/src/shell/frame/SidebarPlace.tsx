import { direction, t } from '../../kit/texts.ts'
import { Drawer } from '../../ui/controls.ts'
import { closeDrawer, useIsMobile, useSidebar } from './collapse.ts'
import { Sidebar } from './Sidebar.tsx'

/** The sidebar beside the page; on mobile a drawer over a mask. */
export function SidebarPlace() {
  const isMobile = useIsMobile()
  const { collapsed, drawer } = useSidebar()
  if (!isMobile) return <Sidebar isFolded={collapsed} />
  return (
    <Drawer
      opened={drawer}
      onClose={closeDrawer}
      position={direction === 'rtl' ? 'right' : 'left'}
      size={240}
      padding={0}
      withCloseButton={false}
      aria-label={t('shell.sidebar')}
    >
      <Sidebar isFolded={false} />
    </Drawer>
  )
}

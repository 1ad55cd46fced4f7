import { createTheme, type CSSVariablesResolver } from '@mantine/core'

const soft = 'var(--m-soft)'
const link = 'var(--m-link)'
const fill = 'var(--m-fill)'
const fillHover = 'var(--m-fill-hover)'
const danger = 'var(--m-danger)'
const dangerSoft = 'var(--m-danger-soft)'
const dangerFill = 'var(--m-danger-fill)'

/** The library's parts in the themes' colours: whichever theme is on the page, by its tokens. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  colors: {
    brand: [soft, soft, soft, link, link, link, fill, fillHover, fillHover, link],
    // The dark scheme's greys are those of `tokens.css`.
    dark: [
      '#e7edf5',
      '#c5d0dc',
      '#9aa9bb',
      '#718096',
      '#263242',
      '#222d3b',
      '#1d2734',
      '#161e29',
      '#121923',
      '#0e141c',
    ],
    red: [
      dangerSoft,
      dangerSoft,
      dangerSoft,
      danger,
      danger,
      danger,
      dangerFill,
      dangerFill,
      dangerFill,
      dangerFill,
    ],
  },
  radius: { xs: '2.5px', sm: '2.5px', md: '2.5px', lg: '4px', xl: '8px' },
  defaultRadius: 'sm',
  fontFamily: 'var(--m-font)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '18px', xl: '24px' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '24px' },
      h2: { fontSize: '18px' },
      h3: { fontSize: '18px' },
      h4: { fontSize: '14px' },
      h5: { fontSize: '14px' },
    },
  },
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // What explains a field stands below it: fields beside each other keep one line.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    // The list that opens scrolls itself (mantine.css): a region within it would want the focus.
    Select: { defaultProps: { withScrollArea: false } },
    MultiSelect: { defaultProps: { withScrollArea: false } },
    Autocomplete: { defaultProps: { withScrollArea: false } },
    TagsInput: { defaultProps: { withScrollArea: false } },
    // In place, not in a portal: what opens stays inside its landmark and hides with its page.
    Menu: {
      defaultProps: {
        withinPortal: false,
        floatingStrategy: 'fixed',
        withInitialFocusPlaceholder: false,
      },
    },
    // The library's own styles count on the portal for where a modal starts.
    // Its lock of the page would write a style element, which the content policy forbids; only
    // the page's own scroller scrolls, and that is below the dialog.
    Modal: {
      defaultProps: { withinPortal: false, lockScroll: false },
      // Its place is the page's, below bar and tabs: a share of the window would be too high for it.
      styles: { inner: { insetInlineStart: 0 }, content: { maxHeight: '100%' } },
    },
  },
})

const shared = {
  '--mantine-color-body': 'var(--m-surface)',
  '--mantine-color-text': 'var(--m-text)',
  '--mantine-color-dimmed': 'var(--m-muted)',
  '--mantine-color-anchor': 'var(--m-link)',
  '--mantine-color-error': 'var(--m-danger)',
  '--mantine-color-default-border': 'var(--m-line)',
  '--mantine-color-placeholder': 'var(--m-muted)',
  '--mantine-color-brand-light': 'var(--m-soft)',
  // The library's own ground below the pointer is one that its text is not read on in the dark.
  '--mantine-color-brand-light-hover': 'var(--m-soft)',
  '--mantine-color-brand-light-color': 'var(--m-link)',
  '--mantine-color-brand-outline': 'var(--m-link)',
  '--mantine-color-red-light': 'var(--m-danger-soft)',
  '--mantine-color-red-light-hover': 'var(--m-danger-soft)',
  '--mantine-color-red-light-color': 'var(--m-danger)',
  '--mantine-color-red-outline': 'var(--m-danger)',
  '--mantine-color-red-text': 'var(--m-danger)',
}

/** The library's colours, taken from `tokens.css` so that there is one table of them. */
export const fromTokens: CSSVariablesResolver = () => ({
  variables: {},
  light: shared,
  dark: {
    ...shared,
    '--mantine-color-default': 'var(--m-surface)',
    '--mantine-color-default-hover': 'var(--m-hover)',
  },
})

interface MenuItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly MenuItem[];
}
export const menuIn: (language: 'en' | 'zh', scenarios?: readonly MenuItem[]) => readonly MenuItem[];

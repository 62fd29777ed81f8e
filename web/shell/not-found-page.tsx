import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { getNotFoundTexts } from '../../content/site.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { PlanetLogo } from '../ui/planet-logo.tsx';

export function NotFound() {
  const { pathname } = useLocation();
  const { code, title, text, back } = getNotFoundTexts(useTranslator());

  useEffect(() => {
    console.log(`${code}: nothing at ${pathname}`);
  }, [code, pathname]);

  return (
    <div className="page not-found">
      <h1 tabIndex={-1}>
        <span className="sr-only">{code}</span>
        <span className="not-found-code" aria-hidden="true">
          4<PlanetLogo size={200} />4
        </span>
      </h1>
      <h2>{title}</h2>
      <p className="lead">{text}</p>
      <ButtonLink to={back.href} size="lg" icon="arrow-left">
        {back.label}
      </ButtonLink>
    </div>
  );
}

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Parts further down ask for their data when they come near the window, so that the first ones arrive sooner. */
export function WhenSeen({ height, children }: { height: number; children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setSeen(true);
      },
      { rootMargin: '200px' },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  if (isSeen) return <>{children}</>;
  return <div ref={place} style={{ minHeight: `${height}px` }} />;
}

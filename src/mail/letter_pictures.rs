//! Renders the drawings of a page as PNG for letters, because mail programs show no SVG.
//!
//! The page's own SVG is drawn in the colours of white paper and in the program's own font, so that no font of the
//! machine changes the picture. A drawing has few colours: as a PNG with a palette it is half as large as with three
//! bytes a pixel, and written in a third of the time.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{Arc, LazyLock};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::chunk::IDAT;
use png::{BitDepth, ColorType, Encoder, EncodingError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use crate::pictures::map_svg::standalone_svg;

use super::html_letter::find_drawings;

/// The pixels of a picture for each unit of its drawing, each way; phones have such screens.
const DOTS: u32 = 2;

/// The bytes of a pixel as it is drawn: red, green, blue, and how far it covers what is below.
const PIXEL: usize = 4;

/// The maximum number of colours of a PNG with a palette.
const MAX_COLOURS: usize = 256;

/// How hard the pixels are pressed, of 9: more costs three times the time for a tenth of the bytes.
const COMPRESSION: u32 = 4;

/// The options for parsing a drawing: one font for every font name, and nothing from outside the drawing.
static READING: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(notosans::REGULAR_TTF.to_vec());
    fonts.load_font_data(notosans::BOLD_TTF.to_vec());
    fonts.set_sans_serif_family("Noto Sans");
    let no_images = ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    Options { fontdb: Arc::new(fonts), image_href_resolver: no_images, ..Options::default() }
});

/// Renders the drawings of a page as PNG, in order, up to the first that cannot be drawn.
pub fn render_pictures(page: &str) -> Vec<Vec<u8>> {
    find_drawings(page).into_iter().map_while(render_png).collect()
}

/// Renders a drawing as PNG; `None` if it is not a drawing.
pub fn render_png(svg: &str) -> Option<Vec<u8>> {
    let tree = Tree::from_str(&standalone_svg(svg)?, &READING).ok()?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width().checked_mul(DOTS)?, size.height().checked_mul(DOTS)?);
    let mut pixels = Pixmap::new(width, height)?;
    resvg::render(&tree, Transform::from_scale(2.0, 2.0), &mut pixels.as_mut());
    encode(&PaletteImage::of(&pixels), width, height).ok()
}

/// An opaque picture as numbers of a palette's colours.
struct PaletteImage {
    /// Red, green and blue, one byte each, of up to [`MAX_COLOURS`] colours.
    palette: Vec<u8>,
    /// The number of each pixel's colour, line by line.
    pixels: Vec<u8>,
}

impl PaletteImage {
    /// The most frequent colours are the palette. The few pixels of other colours, all at the edges of letters and
    /// lines, get the nearest colour of it.
    fn of(picture: &Pixmap) -> Self {
        let bytes = picture.data();
        let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
        let mut runs: Vec<([u8; 3], usize)> = Vec::new();
        let mut start = 0;
        while let Some(&[red, green, blue, _]) = bytes.get(start..start + PIXEL) {
            let end = end_of_run(bytes, start);
            let (colour, length) = ([red, green, blue], (end - start) / PIXEL);
            *counts.entry(colour).or_default() += length;
            runs.push((colour, length));
            start = end;
        }
        let mut palette: Vec<[u8; 3]> = counts.keys().copied().collect();
        palette.sort_by_key(|colour| Reverse(counts[colour]));
        palette.truncate(MAX_COLOURS);
        let numbers: BTreeMap<[u8; 3], u8> =
            counts.into_keys().map(|colour| (colour, find_nearest(&palette, colour))).collect();
        let mut pixels = Vec::with_capacity(bytes.len() / PIXEL);
        for (colour, length) in runs {
            pixels.resize(pixels.len() + length, numbers[&colour]);
        }
        Self { palette: palette.concat(), pixels }
    }
}

/// The end of the pixels of one colour that begin at `start`. Bytes that equal those one pixel before are of the same
/// colour; long stretches are compared at once, for most of a drawing is paper.
fn end_of_run(bytes: &[u8], start: usize) -> usize {
    let mut end = start + PIXEL;
    for stretch in [64 * PIXEL, PIXEL] {
        while bytes.get(end..end + stretch).is_some_and(|next| next == &bytes[end - PIXEL..end + stretch - PIXEL]) {
            end += stretch;
        }
    }
    end
}

/// The number of the palette's colour that differs least.
fn find_nearest(palette: &[[u8; 3]], colour: [u8; 3]) -> u8 {
    let difference =
        |other: &[u8; 3]| -> u32 { other.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
    (0u8..=u8::MAX).zip(palette).min_by_key(|(_, other)| difference(other)).map_or(0, |(number, _)| number)
}

fn encode(image: &PaletteImage, width: u32, height: u32) -> Result<Vec<u8>, EncodingError> {
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(&image.palette);
    let mut writer = encoder.write_header()?;
    writer.write_chunk(IDAT, &compress(&image.pixels, usize::try_from(width).unwrap_or(usize::MAX))?)?;
    writer.finish()?;
    Ok(png)
}

/// Presses the pixels of a picture, as they are, in one go. The writer of `png` does it line by line, and each time
/// has a buffer cleared that holds twenty.
fn compress(pixels: &[u8], width: usize) -> Result<Vec<u8>, std::io::Error> {
    // A byte before each line says how its pixels are written.
    let lines = pixels.chunks(width).flat_map(|line| std::iter::once([0].as_slice()).chain([line]));
    let mut out = ZlibEncoder::new(Vec::new(), Compression::new(COMPRESSION));
    out.write_all(&lines.collect::<Vec<_>>().concat())?;
    out.finish()
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::PremultipliedColorU8;

    use super::*;
    use crate::perception::view::KnownLocation;
    use crate::pictures::layout::WIDTH;
    use crate::pictures::map_drawing::MapDrawing;
    use crate::pictures::map_view::MapView;

    /// The map of two places, with somebody at the first.
    fn map(who: &str) -> String {
        let known_location = |name: &str, next: &str| KnownLocation {
            name: name.to_owned(),
            adjacent: vec![next.to_owned()],
            ..KnownLocation::default()
        };
        let mut map = MapView::new(&MapDrawing::lay_out(
            &[known_location("Park", "Bridge"), known_location("Bridge", "Park")],
            &[],
        ));
        map.places[0].own = vec![who.to_owned()];
        map.with_words().svg()
    }

    #[test]
    fn a_map_is_a_picture_with_its_words() {
        let picture = render_png(&map("Saber")).unwrap();
        let width = u32::from_be_bytes(picture[16..20].try_into().unwrap());
        assert_eq!((&picture[1..4], i64::from(width)), (&b"PNG"[..], WIDTH * i64::from(DOTS)));
        assert_ne!(picture, render_png(&map("Rider")).unwrap(), "what is written is drawn");
        let page = format!("<p>a</p>{}<p>b</p>", map("Saber"));
        assert_eq!(render_pictures(&page), [picture]);
    }

    #[test]
    fn a_palette_has_room_for_256_colours_and_the_rest_are_near() {
        let mut picture = Pixmap::new(40, 16).unwrap();
        // 256 colours twice each, then 128 once each that differ a little from one of them.
        for (number, pixel) in (0u16..).zip(picture.pixels_mut()) {
            let ([_, red], rare) = (number.to_be_bytes(), u8::from(number >= 512));
            *pixel = PremultipliedColorU8::from_rgba(red, 0, rare, 255).unwrap();
        }
        let image = PaletteImage::of(&picture);
        assert_eq!(image.palette.len(), 3 * MAX_COLOURS);
        assert_eq!(image.pixels.len(), 640);
        for (pixel, number) in picture.pixels().iter().zip(&image.pixels) {
            let colour = &image.palette[3 * usize::from(*number)..][..3];
            assert!(colour[0].abs_diff(pixel.red()) <= 1 && colour[2] <= 1, "{pixel:?} {colour:?}");
        }
    }

    #[test]
    fn what_is_no_drawing_is_no_picture() {
        for text in ["", "<p>", "<svg", "<svg><text>"] {
            assert_eq!(render_png(text), None, "{text}");
        }
    }
}

//! Numbers of 16 bits (IEEE 754 binary16), as scales stand in blocks of weights.

/// Bits of the fraction that a binary32 has more than a binary16.
const MORE_BITS: u32 = 13;

/// A binary16 as a binary32, exactly.
pub(crate) fn to_single(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 1023));
    sign * match exponent {
        // 2^-24 is the least binary16.
        0 => fraction as f32 * f32::from_bits((127 - 24) << 23),
        31 if fraction == 0 => f32::INFINITY,
        31 => f32::NAN,
        _ => f32::from_bits((exponent + 127 - 15) << 23 | fraction << MORE_BITS),
    }
}

/// The nearest binary16, of two the even one; infinity beyond the largest.
pub(crate) fn from_single(number: f32) -> u16 {
    let sign = u16::from(number.is_sign_negative()) << 15;
    let bits = number.abs().to_bits();
    let smallest_normal = (127 - 14) << 23;
    let size = if number.is_nan() {
        0x7e00
    } else if bits < smallest_normal {
        // Scaled by 2^24, its ulp is 1: the rounding of whole numbers.
        let scale = f32::from_bits((127 + 24) << 23);
        (number.abs() * scale).round_ties_even() as u32
    } else {
        // Half an ulp less one bit, and the last bit that stays: ties go to the even one. What is
        // carried goes into the exponent, as it should.
        let odd = bits >> MORE_BITS & 1;
        let rounded = bits + (1 << (MORE_BITS - 1)) - 1 + odd;
        ((rounded >> MORE_BITS) - ((127 - 15) << 10)).min(0x7c00)
    };
    sign | size as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_read_and_written_as_itself() {
        for bits in (0..=0x7c00).chain(0x8000..=0xfc00) {
            assert_eq!(from_single(to_single(bits)), bits, "{bits:04x}");
        }
        assert!(to_single(0x7e00).is_nan() && from_single(f32::NAN) == 0x7e00);
    }

    #[test]
    fn what_lies_between_two_numbers_goes_to_the_nearer_and_a_tie_to_the_even() {
        for bits in 0..0x7bff_u16 {
            let (low, high) = (to_single(bits), to_single(bits + 1));
            let middle = f32::midpoint(low, high);
            let even = if bits % 2 == 0 { bits } else { bits + 1 };
            assert_eq!(from_single(middle), even, "{bits:04x}");
            assert_eq!(from_single(middle.next_down()), bits, "{bits:04x}");
            assert_eq!(from_single(middle.next_up()), bits + 1, "{bits:04x}");
        }
        assert_eq!(from_single(70_000.0), 0x7c00);
    }
}
